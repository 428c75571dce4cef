/** In the address: a page of a list instead of the table. */
export const viewParameter = 'view'
export const performanceView = 'performance'

/** Parameters of the address of the figures of a list. */
export const performanceAddress = (listId: string): URLSearchParams =>
  new URLSearchParams({ list: listId, [viewParameter]: performanceView })
