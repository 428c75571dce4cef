import { createContext, useContext, useEffect, useId, useSyncExternalStore } from 'react'
import { useCharts } from '../../lib/chart-surroundings/charts-provider.tsx'
import { createStore, type Store } from '../../lib/chart-surroundings/store.ts'

/** The axis along which the points of a plot lie. */
export interface PlotAxis {
  /** What it measures: charts of a page whose axes have one name share their step. */
  name: 'time' | 'score'
  /** The beginning of each point, rising. */
  positions: ArrayLike<number>
  /** Where each point ends, if not where the next begins. */
  ends?: ArrayLike<number>
}

const nothing = createStore<number | null>(null)
/** The place on the axis that is heard at present. */
export const HeardStep = createContext<Store<number | null>>(nothing)

/** Index of the point that covers a place on an axis; -1 for none. */
export function pointAt({ positions, ends }: PlotAxis, position: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (positions[middle]! <= position) low = middle + 1
    else high = middle
  }
  const index = low - 1
  if (index < 0) return -1
  const length = (positions[index] ?? 0) - (positions[index - 1] ?? Number.NEGATIVE_INFINITY)
  const end = ends?.[index] ?? positions[index + 1] ?? positions[index]! + length
  return position < end ? index : -1
}

/**
 * The points that another chart of the page and the sound of this one are at, and what the reader points at here, told
 * to the others.
 */
export function useSharedStep(axis: PlotAxis | undefined, own: number | null): { shared: number; heard: number } {
  const source = useId()
  const { crosshair } = useCharts()
  const heardStep = useContext(HeardStep)
  const position = axis === undefined || own === null ? null : (axis.positions[own] ?? null)
  const name = axis?.name
  useEffect(() => {
    if (name === undefined || position === null) return
    crosshair.set({ source, axis: name, position })
    return () => {
      if (crosshair.get()?.source === source) crosshair.set(null)
    }
  }, [crosshair, source, name, position])
  const indexOf = (place: number | null | undefined) =>
    axis === undefined || place === null || place === undefined ? -1 : pointAt(axis, place)
  const shared = useSyncExternalStore(
    crosshair.subscribe,
    () => {
      const current = crosshair.get()
      return current === null || current.source === source || current.axis !== name ? -1 : indexOf(current.position)
    },
    () => -1,
  )
  const heard = useSyncExternalStore(
    heardStep.subscribe,
    () => indexOf(heardStep.get()),
    () => -1,
  )
  return { shared: own === null ? shared : -1, heard }
}
