import { createRoot } from 'react-dom/client'
import { GraphCanvas } from '../../../design-system/graph/graph-canvas/graph-canvas.tsx'
import { largeGraph } from '../../../design-system/graph/graph-canvas/testing/graphs.ts'
import { AppIntlProvider } from '../../../design-system/i18n/index.ts'
import { AnnouncerProvider } from '../../../design-system/lib/announcer.tsx'
import { storyIntl } from '../../../design-system/testing/catalogues.ts'
import '../../../design-system/styles/index.css'

let close: () => void = () => undefined
/** Removes the component that is shown. */
export const closeCanvas = (): void => close()

/**
 * Shows the whole component until it is closed; returns the time until the picture is complete, and the longest time for which a key press
 * would have waited.
 */
export async function showCanvas(nodes: number, edges: number): Promise<{ time: number; blocked: number }> {
  const data = largeGraph(nodes, edges)
  const box = document.createElement('div')
  box.style.height = '800px'
  document.body.append(box)
  const channel = new MessageChannel()
  const started = performance.now()
  let blocked = 0
  let last = started
  let over = false
  channel.port1.onmessage = () => {
    const now = performance.now()
    blocked = Math.max(blocked, now - last)
    last = now
    if (!over) setTimeout(() => channel.port2.postMessage(null), 4)
  }
  channel.port2.postMessage(null)
  const root = createRoot(box)
  root.render(
    <AppIntlProvider value={storyIntl('en-US')}>
      <AnnouncerProvider>
        <GraphCanvas
          label="Payments"
          data={data}
          limit={nodes}
          threshold={nodes}
          layout="force"
          defaultView="canvas"
          style={{ height: '800px' }}
        />
      </AnnouncerProvider>
    </AppIntlProvider>,
  )
  // While it is arranged and while it is painted.
  const arranging = () => box.querySelector('[role="progressbar"], [role="application"][aria-busy="true"]') !== null
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  while (!arranging()) await frame()
  while (arranging()) await frame()
  await frame()
  await new Promise(resolve => setTimeout(resolve, 500))
  over = true
  const time = performance.now() - started - 500
  close = () => {
    root.unmount()
    box.remove()
  }
  return { time, blocked }
}
