import type { Case, Queue } from '@assay/risk-service/contract'
import { type MutationKey, type MutationState, useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { CaseAddress } from './case-links.ts'

/** The mutations that begin a review and open its page: pending until the page is there, or until they are answered. */
export const reviewStart: MutationKey = ['review-start']

/** The queue of which the next case is reviewed. */
export type StartedQueue = Pick<Queue, 'id' | 'environmentId' | 'name'>

/** What the review of a queue is started with. */
export interface QueueStart {
  queue: StartedQueue
  /** The page that was opened before the service had chosen a case, with its mark in the history; null for none. */
  opened: { address: CaseAddress; mark: string } | null
}
/** The case that the service has chosen, if any, and the number of cases that others review. */
export interface QueueStartAnswer {
  case: Case | null
  underReview: number
}

/** State of the history of a page that was opened before the start of its review was answered. */
export const openedState = (mark: string): { openedFor: string } => ({ openedFor: mark })

const markOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'openedFor' in state && typeof state.openedFor === 'string'
    ? state.openedFor
    : null

/**
 * The start of a review that the page of a case was opened for; null for every other page, and after a reload. It is
 * followed as long as the page shows this case, also where another tab of it has replaced the entry of the history.
 */
export function useAwaitedStart(pageKey: string): MutationState<QueueStartAnswer, Error, QueueStart> | null {
  const inHistory = markOf(useLocation().state)
  const [followed, setFollowed] = useState({ pageKey, mark: inHistory })
  if (followed.pageKey !== pageKey || (inHistory !== null && inHistory !== followed.mark))
    setFollowed({ pageKey, mark: inHistory })
  const { mark } = followed
  const [start] = useMutationState({
    filters: {
      mutationKey: reviewStart,
      predicate: ({ state }) =>
        mark !== null && (state.variables as Partial<QueueStart> | undefined)?.opened?.mark === mark,
    },
    select: ({ state }) => state as MutationState<QueueStartAnswer, Error, QueueStart>,
  })
  return start ?? null
}
