/** The public interface of the decision engine within the service. */
export { builtInAssessments } from './assessments/assessment-info.ts'
export { createEngine, type Engine } from './engine.ts'
export type { DeviceRegistry } from './enrich/device-sessions.ts'
export type {
  DataEventName,
  DecideInput,
  DecideResult,
  EngineInput,
  Experience,
  FieldFault,
  IngestResult,
} from './types/inputs-and-results.ts'
