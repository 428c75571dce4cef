import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const { GraphCanvas } = layer

testLayerConformance(layer, {
  GraphCanvas: {
    slot: 'graph-canvas',
    render: root => (
      <GraphCanvas
        label="[Links]"
        defaultView="both"
        data={{
          nodes: [
            { id: 'a', kind: 'user', label: '[Ada]', score: 871, root: true, time: 0 },
            { id: 'b', kind: 'device', label: '[Phone]', time: 86_400_000 },
          ],
          edges: [{ source: 'a', target: 'b', relation: 'used' }],
        }}
        {...root}
      />
    ),
    // Months are formatted by Intl; E, C, P and H are key caps.
    allowed: /\p{L}{3}(?= \d)|[ECPH]/u,
  },
})
