interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Its labels with their values; null: values that are not known in advance. */
  labels: Readonly<Record<string, readonly string[] | null>>
}

const areas = ['risk', 'console', 'assets', 'telemetry', 'other']

/**
 * What `/metrics` says, with labels: dashboards and alert rules refer to it, and a test compares them with a running
 * service. Each is named before its first sample, so that a rule about what never happened finds it.
 */
export const metricCatalogue: Readonly<Record<string, MetricDefinition>> = {
  assay_http_requests_total: {
    type: 'counter',
    help: 'Answers by area and status',
    labels: { area: areas, status: null },
  },
  assay_http_request_seconds: {
    type: 'histogram',
    help: 'Time from request to the end of the answer by area',
    labels: { area: areas },
  },
  assay_decisions_total: {
    type: 'counter',
    help: 'Decisions by event type and outcome: answer, replayed, invalid, conflict, failed',
    labels: { event_type: null, outcome: ['answer', 'replayed', 'invalid', 'conflict', 'failed'] },
  },
  assay_decision_seconds: {
    type: 'histogram',
    help: 'Time from request to durable answer',
    labels: { event_type: null },
  },
  assay_velocity_lag_seconds: {
    type: 'histogram',
    help: 'Time until this process counts an event of another one',
    labels: {},
  },
  assay_outgoing_calls_total: {
    type: 'counter',
    help: 'External calls and assessments by kind and result',
    labels: { kind: ['external', 'assessment', 'list'], result: null },
  },
  assay_outgoing_call_seconds: {
    type: 'histogram',
    help: 'Time of external calls and assessments',
    labels: { kind: ['external', 'assessment', 'list'] },
  },
  assay_upload_rows_total: {
    type: 'counter',
    help: 'Rows of uploaded files by step and entity: checked, rejected, stored',
    labels: { step: ['checked', 'rejected', 'stored'], entity: null },
  },
  assay_upload_runs_total: {
    type: 'counter',
    help: 'Runs that process uploaded files by the state in which they ended',
    labels: { state: null },
  },
  assay_log_lines_total: {
    type: 'counter',
    help: 'Lines of the log that are warnings or worse, by their event',
    labels: { level: ['warning', 'error', 'critical'], event: null },
  },
}
