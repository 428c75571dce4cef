/** Round values for the axis of a chart that starts at zero: three or four, without the zero line itself. */
export function valueTicks(most: number, wholeOnly: boolean): { ticks: number[]; top: number } {
  if (!(most > 0)) return { ticks: [1], top: 1 }
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map(n => n * power).find(size => size >= rough * 0.999 && (!wholeOnly || Number.isInteger(size))) ?? Math.max(1, Math.ceil(rough))
  const ticks: number[] = []
  // Multiplying keeps 0.3 what it is; adding up would make 0.30000000000000004 of it.
  for (let i = 1; i * step <= most * 1.0001; i++) ticks.push(Number((i * step).toPrecision(12)))
  if (ticks.length === 0) ticks.push(step)
  return { ticks, top: Math.max(most, ticks.at(-1) ?? step) }
}
