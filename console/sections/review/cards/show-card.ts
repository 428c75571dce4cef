import { updatePreferences } from '../../../platform/preferences/index.ts'

/**
 * Opens a card of the first tab, scrolls to it and focuses it.
 * @param from an element of the same page: the next case can be on the page already, without being shown
 * @param name `data-card` of the card
 */
export function showCard(from: Element, name: string): void {
  void updatePreferences(({ closedCards }) => ({ closedCards: closedCards.filter(each => each !== name) }))
  for (let around = from.parentElement; around !== null; around = around.parentElement) {
    const card = around.querySelector<HTMLElement>(`[data-card="${name}"]`)
    if (card === null) continue
    card.scrollIntoView({ block: 'nearest' })
    card.focus({ preventScroll: true })
    return
  }
}
