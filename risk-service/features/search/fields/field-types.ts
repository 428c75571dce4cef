import type { SearchColumn, SearchField } from '../../../contract/index.ts'
import type { Attribute } from '../../../engine/ingest/attributes.ts'
import type { DataEventName } from '../../../engine/types/inputs-and-results.ts'
import type { CaseField } from './case-fields.ts'

/** Where the values of a field are stored. */
export type FieldSource =
  /**
   * A column of the event. `path`: the attribute of the request that the column was read from, which tells an empty
   * text from none; with `many`, the column has the first of its values only.
   */
  | { kind: 'column'; column: SearchColumn; path?: string }
  /** An attribute of the request. */
  | { kind: 'request'; path: string }
  /** A JSON path of the answer. */
  | { kind: 'answer'; path: string }
  /** The id that the service gave the event, the transaction reference of its answer. */
  | { kind: 'eventId' }
  | { kind: 'environmentId' }
  | { kind: 'environmentName' }
  /** A value of the case of the event. `hidden`: queues whose cases have none for this reader. */
  | { kind: 'case'; field: CaseField; hidden?: readonly string[] }
  /** An attribute of the most recent data event of these kinds. */
  | { kind: 'latestEvent'; events: readonly DataEventName[]; path: string }
  /** An attribute of the most recent label. */
  | { kind: 'latestLabel'; path: string }

/** A field with its source; `offered`: it is listed for people to choose. */
export interface CatalogueField extends SearchField {
  source: FieldSource
  offered: boolean
}

/** The fields of one type of event. */
export interface FieldCatalogue {
  /** Those that are offered, in the order of the picker. */
  fields: readonly CatalogueField[]
  /** Attributes of the stored request, blocks and lists included. */
  attributes: readonly Attribute[]
  /** Returns a field by its id without regard to letter case; null for an unknown one. */
  find: (id: string) => CatalogueField | null
}
