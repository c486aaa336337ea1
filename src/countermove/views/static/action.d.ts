/** An action as it is sent: a number, or its name where the game's actions are no numbers. */
declare type GameAction = number | string;
