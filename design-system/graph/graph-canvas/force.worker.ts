import { forced, type ForceTask } from './force.ts'

addEventListener('message', (event: MessageEvent<ForceTask>) => {
  const places = forced(event.data)
  postMessage(places, { transfer: [places.buffer] })
})
