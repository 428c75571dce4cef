/** In the address: a page of a list instead of the table. */
export const listViewParameter = 'view'
export const listPerformanceView = 'performance'

/** Parameters of the address of the figures of a list. */
export const listPerformanceSearch = (listId: string): URLSearchParams =>
  new URLSearchParams({ list: listId, [listViewParameter]: listPerformanceView })
