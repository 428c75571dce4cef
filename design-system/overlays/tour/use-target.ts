import { useEffect, useState } from 'react'
import type { TourStep } from './tour.tsx'

function find(target: TourStep['target']): Element | null {
  const found = typeof target === 'function' ? target() : query(target)
  // A hidden element cannot be a target.
  return found && found.getClientRects().length > 0 ? found : null
}

function query(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    // An invalid selector: the step has no target.
    return null
  }
}

export type TargetState =
  | { stepId: string; status: 'found'; element: Element }
  | { stepId: string; status: 'missing' }
  | undefined

/** Searches the target of a step, and repeats the search until its time-out. */
export function useTarget(step: TourStep): TargetState {
  const [state, setState] = useState<TargetState>()
  const { id, target, targetTimeout: patience = 0 } = step

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (next: TargetState) => {
      observer.disconnect()
      clearTimeout(timer)
      setState(next)
    }
    const look = () => {
      const element = find(target)
      if (element) settle({ stepId: id, status: 'found', element })
      return element !== null
    }
    const observer = new MutationObserver(look)
    if (!look()) {
      observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      timer = setTimeout(() => settle({ stepId: id, status: 'missing' }), patience)
    }
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [id, target, patience])

  return state?.stepId === id ? state : undefined
}

export interface Box {
  top: number
  start: number
  width: number
  height: number
}

/** Position of an element in the window, updated while the page scrolls or changes its size. */
export function useBox(element: Element): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    const measure = () => {
      const { top, left, right, width, height } = element.getBoundingClientRect()
      const rtl = getComputedStyle(document.documentElement).direction === 'rtl'
      setBox({ top, start: rtl ? document.documentElement.clientWidth - right : left, width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measure)
    }
  }, [element])
  return box
}
