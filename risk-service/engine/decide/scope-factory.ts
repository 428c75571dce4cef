import {
  createScope,
  type DeviceReader,
  type ModelReader,
  type ResourceReaders,
  type Scope,
  type VelocityReader,
} from '../../fql/index.ts'
import type { CallContext, CallRegistry } from '../calls/types.ts'
import type { Json } from '../lib/json.ts'
import { RecordingListReader } from '../replay/recorded-inputs.ts'

interface ScopeOptions {
  /** How calls are made; as for production when absent. */
  context?: CallContext
  /** Notes what the run reads of lists; a new one when absent. */
  lists?: RecordingListReader | undefined
  /** The input of the rules when absent. */
  event?: Json
  variables?: Map<string, unknown>
}
/** Makes scopes in which texts of the query language run over one event. */
export type ScopeFactory = (options?: ScopeOptions) => Scope

export interface ScopeFactoryInput {
  environmentId: string
  correlationId: string | null
  /** Transaction date. */
  at: Date
  context: CallContext
  ruleInput: Json
  readers: ResourceReaders
  calls: CallRegistry | undefined
  velocities: VelocityReader | undefined
  devices: DeviceReader
  models: ModelReader | undefined
}

/** Reads lists within the time of the event and notes what they said. */
export const createListRecorder = (
  { lists }: ResourceReaders,
  { until }: CallContext,
): RecordingListReader | undefined => (lists === undefined ? undefined : new RecordingListReader(lists, until))

/** The scopes of one event: its rules, its velocities and its experiments read the same resources. */
export function createScopeFactory(input: ScopeFactoryInput): ScopeFactory {
  const { environmentId, correlationId, at, readers, calls, velocities, devices, models } = input
  return ({
    context = input.context,
    lists = createListRecorder(readers, context),
    event = input.ruleInput,
    variables,
  } = {}) =>
    createScope({
      ...readers,
      ...(variables === undefined ? {} : { variables }),
      ...(velocities === undefined ? {} : { velocities }),
      ...(lists === undefined ? {} : { lists }),
      ...(calls === undefined ? {} : { calls: calls.reader(environmentId, context) }),
      devices,
      ...(models === undefined ? {} : { models }),
      event,
      now: at,
      ...(correlationId === null ? {} : { correlationId }),
    })
}
