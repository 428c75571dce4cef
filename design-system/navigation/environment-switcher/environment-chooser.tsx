import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Tree } from '../../data-display/tree/tree.tsx'
import type { TreeNode } from '../../data-display/tree/tree-nodes.ts'
import { defined } from '../../lib/defined.ts'
import { type EnvironmentNode, parentIds } from './environment-nodes.ts'

interface EnvironmentChooserProps {
  environments: readonly EnvironmentNode[]
  value: string
  filter: string
  onChoose: (id: string) => void
  onDisabledPress?: (id: string) => void
}

/** The hierarchy to choose from, fully open. A disabled node shows the reason and leaves its children reachable. */
export function EnvironmentChooser({
  environments,
  value,
  filter,
  onChoose,
  onDisabledPress,
}: EnvironmentChooserProps) {
  const intl = useIntl()
  const [expanded, setExpanded] = useState<readonly string[]>(() => parentIds(environments))
  const nodeOf = ({ id, name, status, disabledReason, children }: EnvironmentNode): TreeNode => ({
    id,
    name,
    ...defined({ status }),
    ...(disabledReason === undefined
      ? {}
      : {
          disabledReason: intl.formatMessage({
            id:
              disabledReason === 'noAccess'
                ? 'DesignSystem.EnvironmentSwitcher.NoAccess'
                : 'DesignSystem.EnvironmentSwitcher.NotActive',
          }),
        }),
    ...(children === undefined ? {} : { children: children.map(nodeOf) }),
  })
  return (
    <Tree
      label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Tree' })}
      nodes={environments.map(nodeOf)}
      selected={[value]}
      onSelectedChange={([id]) => {
        if (id !== undefined) onChoose(id)
      }}
      {...(onDisabledPress ? { onDisabledPress: ({ id }: TreeNode) => onDisabledPress(id) } : {})}
      expanded={expanded}
      onExpandedChange={setExpanded}
      filter={filter}
      className="max-h-[24rem]"
    />
  )
}
