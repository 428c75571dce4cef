import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useCan } from '../environments/environments.tsx'
import { preferencesStore, updatePreferences, usePreferences } from '../preferences/index.ts'
import { type TourId, type TourInfo, type TourState, tourState, tours } from './tours.ts'

export { type TourId } from './tours.ts'

export interface RunningTour {
  id: TourId
  step: number
}

let running: RunningTour | null = null
const listeners = new Set<() => void>()
function setRunningTour(next: RunningTour | null): void {
  running = next
  for (const listener of listeners) listener()
}

/** Starts a tour at its last step or at its beginning. Only ever by a command of the user. */
export function startTour(id: TourId): void {
  const { state, step } = tourState(preferencesStore.getState().preferences, id)
  setRunningTour({ id, step: state === 'inProgress' ? step : 0 })
}

export function useRunningTour(): RunningTour | null {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => running,
  )
}

/** A step is shown: the tour continues there, in whatever browser. */
export function saveTourStep(id: TourId, step: number): void {
  setRunningTour({ id, step })
  void updatePreferences({ tours: { [id]: { state: 'inProgress', step } } })
}

/** The tour was seen to its end, or left at a step. */
export function endTour(id: TourId, outcome: 'done' | 'skipped', step: number): void {
  setRunningTour(null)
  void updatePreferences({
    tours: { [id]: outcome === 'done' ? { state: 'done', step: 0 } : { state: 'inProgress', step } },
  })
}

/** Tours for which the user has the rights, with the progress of each. */
export function useTours(): (TourInfo & { state: TourState })[] {
  const can = useCan()
  const preferences = usePreferences()
  const { pathname } = useLocation()
  return tours
    .filter(({ needs }) => needs === null || can(needs.capability, needs.level))
    .filter(({ page }) => page?.test(pathname) ?? true)
    .map(tour => ({ ...tour, state: tourState(preferences, tour.id).state }))
}
