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
  /** How calls are made; as in production when absent. */
  context?: CallContext
  /** Records the reads of lists during the run; a new recorder when absent. */
  lists?: RecordingListReader | undefined
  /** The rules' own input when absent. */
  event?: Json
  variables?: Map<string, unknown>
  /** Those of the event's time when absent. */
  velocities?: VelocityReader | undefined
}
/** Creates scopes in which texts of the query language run over one event. */
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

/** Reads lists as of the time of the event and records the results. */
export const createListRecorder = (
  { lists }: ResourceReaders,
  { until }: CallContext,
): RecordingListReader | undefined => (lists === undefined ? undefined : new RecordingListReader(lists, until))

/** Creates the scopes of one event: its rules, its velocities and its experiments read the same resources. */
export function createScopeFactory(input: ScopeFactoryInput): ScopeFactory {
  const { environmentId, correlationId, at, readers, calls, devices, models } = input
  return ({
    context = input.context,
    lists = createListRecorder(readers, context),
    event = input.ruleInput,
    variables,
    velocities = input.velocities,
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
