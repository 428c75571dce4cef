// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { watchGestures } from './gestures.ts'

let host: HTMLElement
let heard: string[]
let end: () => void
beforeEach(() => {
  host = document.createElement('div')
  host.setPointerCapture = () => undefined
  heard = []
  const hear = (name: string) => () => void heard.push(name)
  end = watchGestures(host, {
    grab: () => {
      heard.push('grab')
      return true
    },
    drag: hear('drag'),
    drop: hear('drop'),
    cancel: hear('cancel'),
    pan: hear('pan'),
    zoom: hear('zoom'),
    tap: hear('tap'),
    open: hear('open'),
  })
})

const point = (type: string, pointerId: number, clientX: number) =>
  host.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 0, button: 0 }))

it('what was dragged is dropped', () => {
  point('pointerdown', 1, 10)
  point('pointermove', 1, 40)
  point('pointerup', 1, 40)
  expect(heard).toEqual(['grab', 'drag', 'drop'])
})

it('what did not move under the first of two fingers is not dropped', () => {
  point('pointerdown', 1, 10)
  point('pointerdown', 2, 60)
  point('pointermove', 2, 90)
  point('pointerup', 2, 90)
  point('pointerup', 1, 10)
  expect(heard).toEqual(['grab', 'cancel', 'zoom', 'pan'])
})

it('what was dragged before the second finger came is dropped once', () => {
  point('pointerdown', 1, 10)
  point('pointermove', 1, 40)
  point('pointerdown', 2, 90)
  point('pointerup', 2, 90)
  point('pointerup', 1, 40)
  expect(heard).toEqual(['grab', 'drag', 'drop'])
})

it('a press that the browser takes away is neither a tap nor a drop', () => {
  point('pointerdown', 1, 10)
  point('pointercancel', 1, 10)
  expect(heard).toEqual(['grab', 'cancel'])
  point('pointerdown', 1, 10)
  point('pointerup', 1, 10)
  expect(heard.slice(2)).toEqual(['grab', 'tap'])
})

it('nothing is heard after the end', () => {
  end()
  point('pointerdown', 1, 10)
  expect(heard).toEqual([])
})
