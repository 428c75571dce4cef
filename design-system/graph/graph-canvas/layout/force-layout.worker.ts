import { computeForceLayout, type ForceTask } from './force-layout.ts'

addEventListener('message', (event: MessageEvent<ForceTask>) => {
  const places = computeForceLayout(event.data)
  postMessage(places, { transfer: [places.buffer] })
})
