import { updatePreferences, usePreferences } from '../../../platform/preferences/index.ts'

/** Cards of the first tab that can be closed. Which of them are is kept for each user. */
const reviewCards = [
  'explanation',
  'transaction',
  'account',
  'snapshot',
  'payment',
  'device',
  'ip',
  'sections',
  'addresses',
  'lines',
  'reports',
  'velocities',
  'timeline',
  'shared',
] as const
export type ReviewCardName = (typeof reviewCards)[number]

/** Returns whether a card is open, and how that is changed. */
export function useReviewCard(name: ReviewCardName): { open: boolean; toggle: () => void } {
  const open = !usePreferences().closedCards.includes(name)
  return {
    open,
    toggle: () =>
      void updatePreferences(({ closedCards }) => ({
        closedCards: open ? [...closedCards, name] : closedCards.filter(each => each !== name),
      })),
  }
}

/** Closes every card while one is open, and opens all of them else. */
export const toggleReviewCards = (): void =>
  void updatePreferences(({ closedCards }) => ({
    closedCards: reviewCards.every(name => closedCards.includes(name)) ? [] : [...reviewCards],
  }))
