import type { ForceTask } from '../../../design-system/graph/graph-canvas/layout/force-layout.ts'
import { largeGraph } from '../../../design-system/graph/graph-canvas/testing/graphs.ts'
import { closeCanvas, showCanvas } from './canvas.tsx'

/**
 * Sends a graph to the worker; returns the duration, the frames drawn in the meantime and the longest pause between two
 * of them.
 */
async function measureLayout(
  nodeCount: number,
  edgeCount: number,
): Promise<{ time: number; longest: number; frames: number[] }> {
  const { nodes, edges } = largeGraph(nodeCount, edgeCount)
  const order = new Map(nodes.map((node, i) => [node.id, i]))
  const task: ForceTask = {
    ids: nodes.map(node => node.id),
    links: edges.map(({ source, target }) => [order.get(source) ?? 0, order.get(target) ?? 0] as const),
    pinned: [],
  }
  const worker = new Worker(
    new URL('../../../design-system/graph/graph-canvas/layout/force-layout.worker.ts', import.meta.url),
    {
      type: 'module',
    },
  )
  const frames: number[] = []
  let running = true
  let last = performance.now()
  const frame = (now: number) => {
    frames.push(now - last)
    last = now
    if (running) requestAnimationFrame(frame)
  }
  const started = performance.now()
  const places = await new Promise<Float64Array>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<Float64Array>) => resolve(event.data))
    worker.addEventListener('error', event => reject(new Error(event.message)))
    requestAnimationFrame(frame)
    worker.postMessage(task)
  })
  running = false
  worker.terminate()
  if (places.length !== 2 * nodeCount) throw new Error(`${places.length / 2} places for ${nodeCount} nodes`)
  const between = frames.slice(1)
  return { time: performance.now() - started, longest: between.reduce((a, b) => Math.max(a, b), 0), frames: between }
}

let frameTimes: number[] = []
let recording = false
function startFrames(): void {
  frameTimes = []
  recording = true
  const frame = (now: number) => {
    frameTimes.push(now)
    if (recording) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
/** Returns the times between the frames since the start. */
function stopFrames(): number[] {
  recording = false
  return frameTimes.slice(1).map((time, i) => time - (frameTimes[i] ?? time))
}

const page = { layOut: measureLayout, showCanvas, closeCanvas, startFrames, stopFrames }
export type GraphPage = typeof page
Object.assign(window, page)
