/**
 * Widths of the cells by the width of the grid, which an open panel reduces: description and tags are hidden first,
 * then all but name, status and menu.
 */
export const templateClass = [
  'grid grid-cols-[minmax(0,1fr)_7rem_3rem]',
  '@[40rem]:grid-cols-[3rem_minmax(14rem,1fr)_8rem_9.5rem_3rem]',
  '@[56rem]:grid-cols-[3.5rem_minmax(12rem,1fr)_8rem_6.5rem_9.5rem_7.5rem_7.5rem_3rem]',
  '@[74rem]:grid-cols-[3.5rem_minmax(17rem,2fr)_7rem_6.5rem_9.5rem_7.5rem_6rem_minmax(8rem,1fr)_7.5rem_3rem]',
  '@[88rem]:grid-cols-[3.5rem_minmax(18rem,2fr)_7rem_7rem_10rem_9rem_7rem_9rem_minmax(12rem,2fr)_8rem_3rem]',
].join(' ')

export const cellClass = 'min-w-0 px-2'

/** Columns in reading order; `className` sets the width from which a column is shown. */
export const columns: readonly { id: string; label: { id: string; shown: boolean }; className: string }[] = [
  { id: 'star', label: { id: 'Environments.Column.Favourite', shown: false }, className: 'hidden @[40rem]:block' },
  { id: 'name', label: { id: 'Common.Name', shown: true }, className: 'ps-4 @[40rem]:ps-8' },
  { id: 'status', label: { id: 'Common.Status', shown: true }, className: '' },
  { id: 'geography', label: { id: 'Environments.Column.Geography', shown: true }, className: 'hidden @[56rem]:block' },
  { id: 'id', label: { id: 'Environments.Column.Id', shown: true }, className: 'hidden @[40rem]:block' },
  { id: 'apiId', label: { id: 'Environments.Column.ApiId', shown: true }, className: 'hidden @[56rem]:block' },
  { id: 'kind', label: { id: 'Environments.Column.Kind', shown: true }, className: 'hidden @[88rem]:block' },
  { id: 'tags', label: { id: 'Environments.Column.Tags', shown: true }, className: 'hidden @[74rem]:block' },
  {
    id: 'description',
    label: { id: 'Common.Description', shown: true },
    className: 'hidden @[74rem]:block',
  },
  { id: 'created', label: { id: 'Environments.Column.Created', shown: true }, className: 'hidden @[56rem]:block' },
  { id: 'menu', label: { id: 'Common.Actions', shown: false }, className: '' },
]

const byId = new Map(columns.map(({ id, className }) => [id, className]))
/** The class that sets the width from which a cell is shown. */
export const columnClass = (id: string): string => byId.get(id) ?? ''
