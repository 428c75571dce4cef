import { useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ExplorerStart } from '../query/explorer-state.ts'

/**
 * What a query started from, in words. The address has only the id of a node, because others may not see its name:
 * `onNamed` takes the name that an answer gave this reader.
 */
export function useStartNames() {
  const intl = useIntl()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const textOf = (start: ExplorerStart): string =>
    start.kind === 'node'
      ? (names.get(start.node) ?? intl.formatMessage({ id: 'Explorer.Start.Node' }))
      : start.kind === 'event'
        ? start.id
        : intl.formatMessage(
            { id: 'Explorer.Start' },
            { key: intl.formatMessage({ id: `Explorer.Key.${start.key}` }), value: start.value },
          )
  const onNamed = useCallback(
    (node: string, name: string) =>
      setNames(before => (before.get(node) === name ? before : new Map(before).set(node, name))),
    [],
  )
  return { textOf, onNamed }
}
