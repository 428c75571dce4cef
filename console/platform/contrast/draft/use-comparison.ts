import {
  type ContrastEntry,
  type ContrastInput,
  type ContrastOutput,
  type GraphHub,
  type GraphKey,
  graphLimits,
} from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useCan } from '../../environments/environments.tsx'
import { keyOf } from './rule-text.ts'

/** A comparison that takes longer can be stopped. In milliseconds. */
const slowAfter = 1000

/** Attributes whose values are nodes of the graph, and the keys by which it finds them. */
const graphKeyOf: Readonly<Record<string, Exclude<GraphKey, 'purchase'>>> = {
  email: 'email',
  userId: 'user',
  deviceId: 'device',
  ip: 'ip',
  phone: 'phone',
  bin: 'bin',
  'paymentInstrumentList.merchantPaymentInstrumentId': 'payment',
  'paymentInstruments.merchantPaymentInstrumentId': 'payment',
}

interface Entity {
  entry: string
  key: Exclude<GraphKey, 'purchase'>
  value: string
}

/** The values of a comparison that are nodes of the graph. Masked ones have neither a condition nor an attribute. */
function entitiesOf(output: ContrastOutput | undefined): Entity[] {
  const entries: ContrastEntry[] = (output?.findings ?? []).flatMap(finding => [finding, ...finding.same])
  const entities = entries.flatMap(({ attribute, value, conditions, rule }) => {
    const key = graphKeyOf[attribute]
    if (key === undefined || value.kind !== 'equals' || (conditions === null && rule === null)) return []
    return [{ entry: keyOf({ attribute, value }), key, value: value.text }]
  })
  return entities.slice(0, graphLimits.hubValues)
}

/**
 * Compares two sets of events, and reads which of the values are hubs, shared by so many that they say little, for who
 * may see the graph.
 * @param dates the days in which hubs are looked for; undefined: the newest 90
 */
export function useComparison(input: ContrastInput, dates?: { from: string; to: string }) {
  const queries = useQueryClient()
  const readsGraph = useCan()('graphexplorer')
  const [stopped, setStopped] = useState<string | null>(null)
  const [slow, setSlow] = useState<string | null>(null)
  const id = JSON.stringify(input)
  const query = useQuery(
    api.contrast.compare.queryOptions({
      input,
      enabled: stopped !== id,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  const waiting = stopped !== id && query.isFetching
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(id), slowAfter)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [waiting, id])
  const output = query.data as ContrastOutput | undefined
  const entities = entitiesOf(output)
  const { environmentId, timeZone } = input
  const hubs = useQuery(
    api.graph.hubs.queryOptions({
      input: {
        environmentId,
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(dates ? { dates } : {}),
        values: entities.map(({ key, value }) => ({ key, value })),
      },
      enabled: readsGraph && entities.length > 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const found = new Map<string, GraphHub>(
    (hubs.data?.hubs ?? []).flatMap(({ index, hub }) => {
      const entity = entities[index]
      return entity ? [[entity.entry, hub] as const] : []
    }),
  )
  return {
    output,
    error: query.error,
    retry: () => void query.refetch(),
    /** The values that are hubs, by their key. */
    hubOf: (entry: Pick<ContrastEntry, 'attribute' | 'value'>): GraphHub | undefined => found.get(keyOf(entry)),
    slow: slow === id,
    stopped: stopped === id,
    stop: () => {
      setStopped(id)
      void queries.cancelQueries({ queryKey: api.contrast.compare.key({ input }) })
    },
    resume: () => setStopped(null),
  }
}
