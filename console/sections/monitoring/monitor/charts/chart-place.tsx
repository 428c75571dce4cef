import type { ReactNode } from 'react'

/** Charts that something on the page leads to. */
export type ChartName = 'volume' | 'decisions' | 'scores' | 'bots'

const idOf = (name: ChartName) => `monitor-${name}`

/** The place of a chart on the page, which can be shown and focused. */
export function ChartPlace({ name, children }: { name: ChartName; children: ReactNode }) {
  return (
    <div id={idOf(name)} tabIndex={-1} className="min-w-0 rounded-card focus-ring">
      {children}
    </div>
  )
}

/** Brings a chart into view and focuses it, so that the keyboard goes on there. */
export function showChart(name: ChartName): void {
  const place = document.getElementById(idOf(name))
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
