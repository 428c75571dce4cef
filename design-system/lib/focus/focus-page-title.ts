/**
 * Moves the focus to the title of the page: call it after a change of route, so that the new page is read out from its
 * top.
 */
export function focusPageTitle(): void {
  // A tour that leads from page to page has the focus on its card, which says where it is.
  if (document.querySelector('[data-slot="tour"]')) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus()
}
