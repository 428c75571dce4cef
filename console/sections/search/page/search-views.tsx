import { type SavedView, SavedViews, useFormat, useToast, type ViewNameEdit } from '@assay/design-system'
import { sharingCapability } from '@assay/risk-service/contract'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { ColumnChoice } from '../../../platform/preferences/use-table-preference.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { useSavedViews } from '../../../platform/saved-views/use-saved-views.ts'
import {
  defaultSearch,
  parseSearch,
  type SearchState,
  searchParameters,
} from '../../../platform/search-url/search-url.ts'
import { searchViewParameter } from '../use-search-address.ts'
import { watchOf as toWatch, WatchButton } from '../watch/watch-button.tsx'

/** The content of a view of the search. The view of everything has no columns. */
export interface SearchView {
  query: string
  columns: ColumnChoice | null
}

/** The view of everything of a type: always there, nobody's to change. */
const allId = 'all'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []

function parseColumns(value: unknown): ColumnChoice | null {
  if (!isRecord(value)) return null
  const { order, visibility, pinned } = value
  return {
    order: texts(order),
    visibility: isRecord(visibility)
      ? Object.fromEntries(
          Object.entries(visibility).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
        )
      : {},
    pinned: isRecord(pinned) ? { start: texts(pinned['start']), end: texts(pinned['end']) } : { start: [], end: [] },
  }
}

/** Whatever was stored, as far as it makes sense. */
function parseStoredView({ query, columns }: Record<string, unknown>): SearchView {
  return { query: typeof query === 'string' ? query : '', columns: parseColumns(columns) }
}

const typeOf = ({ query }: SearchView): string => parseSearch(new URLSearchParams(query)).eventType

interface SearchViewsProps {
  state: SearchState
  columns: ColumnChoice
  /** Id of the view in the address. */
  view: string | null
  /** The address has no search of its own. */
  plain: boolean
  onView: (view: string | null, query: string, replace?: boolean) => void
  onName: (view: string | null) => void
  onColumns: (columns: ColumnChoice) => void
}

/** Views of the search: choose, change, share. A fresh visit starts with the one that was chosen for that. */
export function SearchViews({ state, columns, view, plain, onView, onName, onColumns }: SearchViewsProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const href = useHref()
  const offline = useOffline()
  const { timeZone } = useFormat()
  const can = useCan()
  const { views, ready, save, saveAs, rename, remove, setDefault, watchOf, watch } = useSavedViews(
    'search',
    parseStoredView,
  )
  const [naming, setNaming] = useState<ViewNameEdit | null>(null)
  // Sent and not answered: whatever becomes of the call, nobody types it again.
  const [sent, setSent] = useState<ViewNameEdit | null>(null)
  useRecovery(`saved-views/search/${useEnvironment().id}`, naming ?? sent, setNaming)
  const settle = (typed: ViewNameEdit) => (stored: boolean) => {
    setSent(null)
    if (!stored) setNaming(typed)
  }
  const [arrived, setArrived] = useState(!plain)
  const { order, visibility, pinned } = columns
  const { eventType } = state
  const nameOf = useAssessmentName()
  const query = searchParameters({ eventType, filter: state.filter, sort: state.sort }).toString()
  const current = useMemo(
    (): SearchView => ({ query, columns: { order, visibility, pinned } }),
    [query, order, visibility, pinned],
  )
  const all = useMemo(
    (): SavedView<SearchView> => ({
      id: allId,
      name:
        eventType === defaultSearch.eventType
          ? intl.formatMessage({ id: 'SavedViews.AllPurchases' })
          : intl.formatMessage({ id: 'SavedViews.AllOfType' }, { type: nameOf(eventType) }),
      state: { query: searchParameters({ eventType }).toString(), columns: null },
      readOnly: true,
    }),
    [intl, eventType, nameOf],
  )
  const shown = useMemo(() => [all, ...views.filter(each => typeOf(each.state) === eventType)], [all, views, eventType])
  const inUse = shown.find(({ id }) => id === view) ?? all
  // A view without columns is not changed by them.
  const compared = inUse.state.columns === null ? { query, columns: null } : current

  const open = (saved: SavedView<SearchView>, replace = false) => {
    if (saved.state.columns) onColumns(saved.state.columns)
    onView(saved.id, saved.state.query, replace)
  }
  const arrive = useEffectEvent(() => {
    // A link names its view alone, and a visit starts with the view that was chosen: of whatever type it is.
    const initial = [all, ...views].find(({ id, default: starts }) => (view === null ? starts : id === view))
    if (initial) open(initial, true)
    else if (view !== null) {
      toast({ tone: 'warning', title: intl.formatMessage({ id: 'SavedViews.Gone' }) })
      onName(null)
    }
  })
  useEffect(() => {
    if (arrived || !ready) return
    setArrived(true)
    arrive()
  }, [arrived, ready])

  const copyLink = ({ id, name }: SavedView<SearchView>) => {
    const link = new URL(href('/search', new URLSearchParams({ [searchViewParameter]: id })), location.origin)
    navigator.clipboard.writeText(link.href).then(
      () => toast({ title: intl.formatMessage({ id: 'SavedViews.LinkCopied' }, { name }) }),
      () => toast({ tone: 'info', title: link.href }),
    )
  }
  const mine = views.find(({ id, readOnly }) => id === inUse.id && !readOnly)
  return (
    <div className="flex flex-wrap items-center gap-x-2 pe-page">
      <SavedViews
        className="min-w-0 flex-1 ps-page"
        views={shown}
        value={inUse.id}
        shareable={can(sharingCapability, 'write')}
        state={compared}
        onValueChange={open}
        onSave={(id, next) => {
          save(id, next)
          const stored = watchOf(id)
          // What is watched is the search as it is stored.
          if (stored) watch(id, toWatch(next.query, timeZone, stored))
        }}
        nameEdit={naming}
        onNameEditChange={setNaming}
        onSaveAs={({ name, shared }) => {
          const typed = { id: null, name, shared }
          setSent(typed)
          const id = saveAs({ name, shared, state: current }, stored => {
            settle(typed)(stored)
            if (stored) onName(id)
          })
        }}
        onRename={(id, change) => {
          const typed = { id, ...change }
          setSent(typed)
          rename(id, change, settle(typed))
        }}
        undoable
        onDelete={id => {
          remove(id)
          onName(null)
        }}
        onDefaultChange={id => setDefault(id === allId ? null : id)}
        onCopyLink={copyLink}
        {...(offline ? { unavailable: <FormattedMessage id="Offline.Writes" /> } : {})}
      />
      {mine ? (
        <WatchButton
          key={mine.id}
          name={mine.name}
          query={mine.state.query}
          watch={watchOf(mine.id)}
          onWatch={next => watch(mine.id, next)}
        />
      ) : null}
    </div>
  )
}
