# Take 1, 2 or 3 sticks. The player who takes the last stick wins.


def minimax(sticks, my_turn):
    if sticks == 0:
        return -1 if my_turn else 1
    results = []
    for take in (1, 2, 3):
        if take <= sticks:
            results.append(minimax(sticks - take, not my_turn))
    return max(results) if my_turn else min(results)


def computer(sticks):
    best, choice = -2, 1
    for take in range(1, min(3, sticks) + 1):
        score = minimax(sticks - take, False)
        if score > best:
            best, choice = score, take
    return choice


def game():
    sticks = int(input("How many sticks? "))
    while sticks > 0:
        sticks -= int(input("You take: "))
        if sticks <= 0:
            print("You win")
            return
        t = computer(sticks)
        print("I take", t)
        sticks -= t


game()
