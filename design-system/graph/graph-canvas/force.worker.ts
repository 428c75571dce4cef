import { type ForceTask, forced } from './force.ts'

addEventListener('message', (event: MessageEvent<ForceTask>) => {
  const places = forced(event.data)
  postMessage(places, { transfer: [places.buffer] })
})
