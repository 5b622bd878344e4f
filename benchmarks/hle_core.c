/* Random legal games on the learning environment's C++ core, through the C interface of its shared library. */

struct handle { void *pointer; };

void NewGame(struct handle *game, int strings, const char **parameters);
void DeleteGame(struct handle *game);
void NewState(struct handle *game, struct handle *state);
void DeleteState(struct handle *state);
int StateCurPlayer(struct handle *state);
int StateEndOfGameStatus(struct handle *state);
void StateDealRandomCard(struct handle *state);
void *StateLegalMoves(struct handle *state);
void StateApplyMove(struct handle *state, struct handle *move);
int NumMoves(void *moves);
void GetMove(void *moves, int index, struct handle *move);
void DeleteMove(struct handle *move);
void DeleteMoveList(void *moves);

/* Plays games and returns the number of moves; the list of legal moves is made before each. */
long play(const char *players, long games, unsigned long seed, const char *seed_text) {
  const char *parameters[] = {"players", players, "seed", seed_text};
  struct handle game, state, move;
  long count = 0;
  unsigned long x = seed * 2862933555777941757UL + 3037000493UL;
  NewGame(&game, 4, parameters);
  for (long g = 0; g < games; g++) {
    NewState(&game, &state);
    while (StateEndOfGameStatus(&state) == 0) {
      if (StateCurPlayer(&state) < 0) {
        StateDealRandomCard(&state);
        continue;
      }
      void *moves = StateLegalMoves(&state);
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      GetMove(moves, (int)((x >> 32) % (unsigned long)NumMoves(moves)), &move);
      StateApplyMove(&state, &move);
      DeleteMove(&move);
      DeleteMoveList(moves);
      count++;
    }
    DeleteState(&state);
  }
  DeleteGame(&game);
  return count;
}
