const spots = [
  [50, 50, 9],
  [22, 24, 6],
  [46, 14, 6],
  [76, 22, 6],
  [84, 52, 6],
  [70, 80, 6],
  [40, 84, 6],
  [16, 62, 6],
] as const

/** Grey marks in place of nodes: a placeholder that makes no claim about the data. */
export function LoadingGraph() {
  return (
    <div aria-hidden className="min-h-0 flex-1 bg-canvas p-4">
      <svg
        viewBox="0 0 100 100"
        className="size-full fill-line-subtle stroke-line-subtle forced-colors:fill-[GrayText] forced-colors:stroke-[GrayText]"
      >
        {spots.slice(1).map(([x, y]) => (
          <line key={`${x} ${y}`} x1={50} y1={50} x2={x} y2={y} strokeWidth={0.4} />
        ))}
        {spots.map(([x, y, size]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={size / 2} />
        ))}
      </svg>
    </div>
  )
}
