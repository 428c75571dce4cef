import type { RuleBody } from '../../contract/index.ts'
import type { FieldOutage } from '../../contract/ontology/field-outages.ts'
import type { TimeMachineSubject } from '../../contract/uploads/time-machine.ts'

/** What a time machine runs: the subject as it was chosen, and the text of its rule; null for the published rules. */
export interface HistoryTask {
  subject: TimeMachineSubject
  body: RuleBody | null
}
/** What is stored of the change that a run tries. */
export type TestedBody = RuleBody | FieldOutage | HistoryTask | null
