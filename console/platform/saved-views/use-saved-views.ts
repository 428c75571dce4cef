import { type SavedView, useToast } from '@assay/design-system'
import type { SavedViewRecord, SearchWatch, ViewArea } from '@assay/risk-service/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { errorMessageIdOf } from './saved-view-error.ts'

/** Changes are sent one after the other: a view that is deleted while its new name is on its way is not missing then. */
const scope = { id: 'saved-views' }

type WatchInput = Parameters<typeof client.savedViews.watch>[0]['watch']

/** Called once it is known whether a change was stored. */
type SaveCallback = (stored: boolean) => void

export interface SavedViewsModel<State> {
  views: readonly SavedView<State>[]
  /** The views are loaded, or cannot be loaded at the moment. */
  ready: boolean
  save: (id: string, state: State) => void
  /** Returns the id of the new view before the view is stored. */
  saveAs: (view: { name: string; shared: boolean; state: State }, onSettled?: SaveCallback) => string
  rename: (id: string, change: { name: string; shared: boolean }, onSettled?: SaveCallback) => void
  remove: (id: string) => void
  setDefault: (id: string | null) => void
  /** The watch of a view of the caller; null without one. */
  watchOf: (id: string) => SearchWatch | null
  /** Sets the watch of a view of the caller, after what was sent of the view before. */
  watch: (id: string, watch: WatchInput) => void
}

/**
 * Views of a list, stored on the server and shared with everybody who may open the list. `read` converts a stored view
 * of any version of the product into a state. Changes are shown at once and reverted with a message when they fail.
 */
export function useSavedViews<State extends object>(
  area: ViewArea,
  read: (stored: Record<string, unknown>) => State,
): SavedViewsModel<State> {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const options = api.savedViews.list.queryOptions({ input: { environmentId, area }, staleTime: 60_000 })
  const { data, isPending } = useQuery(options)
  const { queryKey } = options
  const records = data as SavedViewRecord[] | undefined

  const show = useCallback(
    (change: (old: SavedViewRecord[]) => SavedViewRecord[]) => {
      queries.setQueryData(queryKey, old => (old ? change(old as SavedViewRecord[]) : old))
    },
    [queries, queryKey],
  )
  const fail = useCallback(
    (error: unknown) => {
      toast({
        tone: 'danger',
        title: intl.formatMessage({ id: errorMessageIdOf(error) }),
      })
      void queries.invalidateQueries({ queryKey })
    },
    [toast, intl, queries, queryKey],
  )

  const put = useMutation({
    scope,
    mutationFn: (view: SavedViewRecord) =>
      client.savedViews.save({
        environmentId,
        area,
        viewId: view.id,
        name: view.name,
        shared: view.shared,
        state: view.state,
        baseVersion: view.version,
      }),
    onMutate: async view => {
      await queries.cancelQueries({ queryKey })
      show(old =>
        [...old.filter(({ id }) => id !== view.id), view].sort((a, b) => a.name.localeCompare(b.name, intl.locale)),
      )
    },
    onSuccess: saved => show(old => old.map(view => (view.id === saved.id ? (saved as SavedViewRecord) : view))),
    onError: fail,
  })
  const drop = useMutation({
    scope,
    mutationFn: (view: SavedViewRecord) => client.savedViews.remove({ environmentId, area, viewId: view.id }),
    onMutate: async view => {
      await queries.cancelQueries({ queryKey })
      show(old => old.filter(({ id }) => id !== view.id))
    },
    onSuccess: (_answer, view) => {
      const name = view.name
      toast({
        title: intl.formatMessage({ id: 'SavedViews.Deleted' }, { name }),
        // The view of another user could not be restored in their name.
        ...(view.own
          ? { action: { label: intl.formatMessage({ id: 'Common.Undo' }), onAction: () => restore(view) } }
          : {}),
      })
    },
    onError: fail,
  })
  const start = useMutation({
    scope,
    mutationFn: (viewId: string | null) => client.savedViews.setDefault({ environmentId, area, viewId }),
    onMutate: async viewId => {
      await queries.cancelQueries({ queryKey })
      show(old => old.map(view => ({ ...view, isDefault: view.id === viewId })))
    },
    onSuccess: answer => queries.setQueryData(queryKey, answer),
    onError: fail,
  })
  const observe = useMutation({
    scope,
    mutationFn: ({ viewId, watch }: { viewId: string; watch: WatchInput }) =>
      client.savedViews.watch({ environmentId, area: 'search', viewId, watch }),
    onSuccess: saved => show(old => old.map(view => (view.id === saved.id ? (saved as SavedViewRecord) : view))),
    onError: fail,
  })
  const restore = (view: SavedViewRecord) => {
    put.mutate(
      { ...view, version: 0 },
      {
        onSuccess: () => {
          if (view.isDefault) start.mutate(view.id)
          toast({ title: intl.formatMessage({ id: 'SavedViews.Restored' }, { name: view.name }) })
        },
      },
    )
  }
  const findRecord = (id: string) => records?.find(view => view.id === id)
  return {
    views: useMemo(
      () =>
        (records ?? []).map(({ id, name, shared, own, removable, isDefault, state }) => ({
          id,
          name,
          shared,
          default: isDefault,
          readOnly: !own,
          removable,
          state: read(state),
        })),
      [records, read],
    ),
    ready: !isPending,
    save: (id, state) => {
      const view = findRecord(id)
      if (view) put.mutate({ ...view, state: Object.fromEntries(Object.entries(state)) })
    },
    saveAs: ({ name, shared, state }, onSettled) => {
      const id = crypto.randomUUID()
      put.mutate(
        {
          id,
          name,
          shared,
          state: Object.fromEntries(Object.entries(state)),
          own: true,
          ownerName: '',
          removable: true,
          isDefault: false,
          watch: null,
          version: 0,
          updatedAt: new Date().toISOString(),
        },
        { onSettled: (_answer, error) => onSettled?.(error === null) },
      )
      return id
    },
    rename: (id, change, onSettled) => {
      const view = findRecord(id)
      if (view) put.mutate({ ...view, ...change }, { onSettled: (_answer, error) => onSettled?.(error === null) })
      else onSettled?.(false)
    },
    remove: id => {
      const view = findRecord(id)
      if (view) drop.mutate(view)
    },
    setDefault: id => start.mutate(id),
    watchOf: id => findRecord(id)?.watch ?? null,
    watch: (viewId, watch) => observe.mutate({ viewId, watch }),
  }
}
