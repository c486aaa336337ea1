"""What chooses the action calls a method that lists do not have."""


def takes(sticks):
    return [take for take in (1, 2, 3) if take <= sticks]


def lowest(sticks):
    return min((highest(sticks - take) for take in takes(sticks)), default=1)


def highest(sticks):
    return max((lowest(sticks - take) for take in takes(sticks)), default=-1)


def choose(sticks):
    values = []
    for take in takes(sticks):
        values.append(lowest(sticks - take))
    return takes(sticks)[values.indexof(max(values))]


sticks = 9
print(choose(sticks))
