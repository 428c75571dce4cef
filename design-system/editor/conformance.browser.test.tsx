import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { CodeEditor, CodeDiagnosticList, DiffViewer, JsonViewer, RecordDiffViewer } = layer

testLayerConformance(layer, {
  CodeEditor: {
    slot: 'code-editor',
    allowed: /F8|LET/,
    render: root => (
      <CodeEditor
        label="[Clause]"
        value="LET"
        diagnostics={[{ from: 0, to: 3, severity: 'error', message: '[Unknown]' }]}
        diagnosticList
        tabSwitch
        {...root}
      />
    ),
  },
  CodeDiagnosticList: {
    slot: 'code-diagnostic-list',
    role: 'section',
    render: root => <CodeDiagnosticList text="" diagnostics={[]} onJump={() => undefined} {...root} />,
  },
  DiffViewer: { slot: 'diff-viewer', render: root => <DiffViewer label="[Rule]" before="[a]" after="[b]" {...root} /> },
  JsonViewer: { slot: 'json-viewer', render: root => <JsonViewer label="[Payload]" value={[12]} {...root} /> },
  RecordDiffViewer: {
    slot: 'record-diff-viewer',
    render: root => (
      <RecordDiffViewer label="[Record]" before={{ a: 1 }} after={{ a: 2 }} nameOf={() => '[Field]'} {...root} />
    ),
  },
})
