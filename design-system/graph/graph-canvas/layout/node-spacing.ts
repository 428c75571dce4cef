/** Space for one node with its ring and score band. */
const gap = 46
const around = [-1, 0, 1] as const

/**
 * Draft layouts pile up the nodes of a cluster. The picture is scaled to the space that its nodes need, then nodes that
 * still overlap push each other away, in a few rounds over a grid: linear in the number of nodes. Coordinates are x and
 * y alternating.
 */
export function separateNodes(places: Float64Array): void {
  const count = places.length / 2
  const rounds = count > 2000 ? 16 : 80
  if (count < 2) return
  const at = (i: number) => places[i] ?? 0
  const reach = places.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
  const factor = (Math.sqrt(count) * gap * 0.8) / reach
  for (let i = 0; i < places.length; i++) places[i] = at(i) * factor
  // Cells as wide as the gap, with a margin; each has the first of a chain of nodes.
  const side = Math.ceil((reach * factor * 2.4) / gap) + 4
  const cell = (value: number) => Math.min(side - 2, Math.max(1, Math.floor(value / gap + side / 2)))
  const first = new Int32Array(side * side)
  const next = new Int32Array(count)
  for (let round = 0; round < rounds; round++) {
    first.fill(-1)
    for (let i = 0; i < count; i++) {
      const home = cell(at(2 * i + 1)) * side + cell(at(2 * i))
      next[i] = first[home] ?? -1
      first[home] = i
    }
    let moved = false
    for (let i = 0; i < count; i++) {
      const home = cell(at(2 * i + 1)) * side + cell(at(2 * i))
      for (const dy of around) {
        for (const dx of around) {
          for (let j = first[home + dy * side + dx] ?? -1; j >= 0; j = next[j] ?? -1) {
            if (j > i) moved = separatePair(places, i, j) || moved
          }
        }
      }
    }
    if (!moved) return
  }
}

/** Moves two nodes apart that are nearer than the gap; true when they were. */
function separatePair(places: Float64Array, i: number, j: number): boolean {
  const [ax, ay, bx, by] = [places[2 * i] ?? 0, places[2 * i + 1] ?? 0, places[2 * j] ?? 0, places[2 * j + 1] ?? 0]
  let [dx, dy] = [bx - ax, by - ay]
  if (Math.abs(dx) >= gap || Math.abs(dy) >= gap) return false
  let distance = Math.sqrt(dx * dx + dy * dy)
  if (distance >= gap - 0.5) return false
  // Two nodes at the same position move in individual directions.
  if (distance < 0.01) [dx, dy, distance] = [Math.cos(i * 2.4), Math.sin(i * 2.4), 1]
  const push = (gap - distance) / distance / 2
  places[2 * i] = ax - dx * push
  places[2 * i + 1] = ay - dy * push
  places[2 * j] = bx + dx * push
  places[2 * j + 1] = by + dy * push
  return true
}
