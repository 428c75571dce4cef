import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { findPaths } from './json-nodes.ts'

/** Search in a payload: the paths of keys and values with the text, in order. Their count is announced. */
export function useJsonSearch(value: unknown, hidden: (path: string) => boolean) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [query, setQuery] = useState('')
  const searchText = useDeferredValue(query.trim())
  const matches = useMemo(() => findPaths(value, searchText, hidden), [value, searchText, hidden])
  const matchSet = useMemo(() => new Set(matches), [matches])
  const announceMatches = useEffectEvent(() =>
    announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.Hits' }, { count: matches.length })),
  )
  useEffect(() => {
    if (searchText === '') return
    // Nothing is announced while typing: the last count is the valid one.
    const timer = setTimeout(announceMatches, 300)
    return () => clearTimeout(timer)
  }, [searchText])
  return { query, setQuery, matches, matchSet }
}
