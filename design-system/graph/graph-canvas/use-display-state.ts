import { useControllable } from '../../lib/use-controllable.ts'
import type { GraphCanvasProps } from './graph-canvas-props.ts'
import type { GraphLayout } from './layout/layouts.ts'
import type { GraphColour, GraphSize } from './model/appearance.ts'

/** Layout, colour and size of the nodes, each given by the consumer or chosen in the menu; and the other props. */
export function useDisplayState<Props extends Partial<GraphCanvasProps>>({
  layout: givenLayout,
  defaultLayout = 'concentric',
  onLayoutChange,
  colour: givenColour,
  defaultColour = 'band',
  onColourChange,
  size: givenSize,
  defaultSize = 'constant',
  onSizeChange,
  ...others
}: Props) {
  const [layout, setLayout] = useControllable<GraphLayout>({
    value: givenLayout,
    defaultValue: defaultLayout,
    onValueChange: onLayoutChange,
  })
  const [colour, setColour] = useControllable<GraphColour>({
    value: givenColour,
    defaultValue: defaultColour,
    onValueChange: onColourChange,
  })
  const [size, setSize] = useControllable<GraphSize>({
    value: givenSize,
    defaultValue: defaultSize,
    onValueChange: onSizeChange,
  })
  return [
    { layout, onLayoutChange: setLayout, colour, onColourChange: setColour, size, onSizeChange: setSize },
    others,
  ] as const
}
