import { useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ExplorerStart } from '../query/explorer-state.ts'

/**
 * What a query started from, in words. The address has only the id of a node or a ring, because others may not see its
 * name: `onNamed` takes the name that an answer gave this reader.
 */
export function useStartNames() {
  const intl = useIntl()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const textOf = (start: ExplorerStart): string =>
    start.kind === 'node'
      ? (names.get(start.node) ?? intl.formatMessage({ id: 'Explorer.Start.Node' }))
      : start.kind === 'ring'
        ? (names.get(start.ring) ?? intl.formatMessage({ id: 'Explorer.Start.Ring' }))
        : start.kind === 'event'
          ? start.id
          : intl.formatMessage(
              { id: 'Explorer.Start' },
              { key: intl.formatMessage({ id: `Explorer.Key.${start.key}` }), value: start.value },
            )
  const onNamed = useCallback(
    (id: string, name: string) =>
      setNames(before => (before.get(id) === name ? before : new Map(before).set(id, name))),
    [],
  )
  return { textOf, onNamed }
}
