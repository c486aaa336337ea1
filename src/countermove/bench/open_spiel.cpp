// OpenSpiel's own alpha-beta in C++, which its Python module holds but does not offer, timed and its leaves counted.
// The two classes stay unknown here, so that none of OpenSpiel's headers are needed.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace open_spiel {
class Game;
class State;
std::shared_ptr<const Game> LoadGame(const std::string&);
namespace algorithms {
std::pair<double, int64_t> AlphaBetaSearch(const Game&, const State*, std::function<double(const State&)>, int depth,
                                           int player, bool undo);
}
}  // namespace open_spiel

extern "C" double search(const char* name, int depth, int undo, double* value, int64_t* leaves) {
  const auto game = open_spiel::LoadGame(name);
  int64_t count = 0;
  const auto zero = [&count](const open_spiel::State&) {
    ++count;
    return 0.0;
  };
  const auto start = std::chrono::steady_clock::now();
  const auto found = open_spiel::algorithms::AlphaBetaSearch(*game, nullptr, zero, depth, 0, undo);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  *value = found.first;
  *leaves = count;
  return spent.count();
}
