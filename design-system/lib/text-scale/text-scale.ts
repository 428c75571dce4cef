import { useSyncExternalStore } from 'react'

/** Pixels of the root font at the text size that browsers start with. */
const usualSize = 16

/**
 * How much larger than usual the reader has set text: 2 at 200 %. For lengths that scripts calculate; styles use rem. 1
 * where there is no document, such as in a worker.
 */
export function textScale(): number {
  if (typeof document === 'undefined') return 1
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualSize || 1
}

/** An invisible box of one rem: no event tells of another text size, but the box changes with it. */
function createProbe(): HTMLElement {
  const probe = document.createElement('div')
  probe.ariaHidden = 'true'
  Object.assign(probe.style, { position: 'fixed', inlineSize: '1rem', visibility: 'hidden', pointerEvents: 'none' })
  return probe
}

const listeners = new Set<() => void>()
/** The scale while somebody follows it: reading it anew in each rendering would calculate the styles of the page. */
let followedScale: number | undefined
let stopFollowing: (() => void) | undefined

function follow(): () => void {
  const probe = document.documentElement.appendChild(createProbe())
  const observer = new ResizeObserver(() => {
    followedScale = textScale()
    for (const notify of listeners) notify()
  })
  followedScale = textScale()
  observer.observe(probe)
  return () => {
    observer.disconnect()
    probe.remove()
    followedScale = undefined
  }
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  stopFollowing ??= follow()
  return () => {
    listeners.delete(notify)
    if (listeners.size > 0) return
    stopFollowing?.()
    stopFollowing = undefined
  }
}

const currentScale = () => followedScale ?? textScale()
const noScale = () => 1

/** Follows `textScale`. */
export const useTextScale = (): number => useSyncExternalStore(subscribe, currentScale, noScale)
