/**
 * Moves the focus to the title of the page: call it after a change of route, so that a screen reader reads the new page
 * from its top.
 */
export function focusPageTitle(): void {
  // During a tour over several pages the card has the focus, and it names the current page.
  if (document.querySelector('[data-slot="tour"]')) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus()
}
