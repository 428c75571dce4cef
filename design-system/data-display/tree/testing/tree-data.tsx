import { StatusBadge } from '../../status-badge/status-badge.tsx'
import type { TreeNode } from '../tree-nodes.ts'

const active = <StatusBadge status="Active" />

/** The environments of the tree in the documentation page. */
export const hierarchy: readonly TreeNode[] = [
  {
    id: 'harbor',
    name: 'Harbor',
    status: active,
    children: [
      {
        id: 'harbor-eu',
        name: 'Harbor-EU',
        status: active,
        children: [
          { id: 'harbor-eu-sandbox', name: 'Harbor-EU-Sandbox', status: active },
          { id: 'harbor-eu-lockers', name: 'Harbor-EU-Lockers', status: <StatusBadge status="Creating" /> },
        ],
      },
      {
        id: 'harbor-us',
        name: 'Harbor-US',
        status: active,
        children: [
          { id: 'harbor-us-sandbox', name: 'Harbor-US-Sandbox', status: active },
          { id: 'harbor-us-wholesale', name: 'Harbor-US-Wholesale', status: <StatusBadge status="Error" /> },
          { id: 'harbor-us-legacy', name: 'Harbor-US-Legacy', status: <StatusBadge status="SoftDeleting" /> },
        ],
      },
      {
        id: 'harbor-partners',
        name: 'Harbor-Partners',
        disabledReason: 'No access',
        children: [
          {
            id: 'harbor-partners-nord',
            name: 'Harbor-Partners-Nord',
            status: active,
            children: [{ id: 'harbor-nord-sandbox', name: 'Harbor-Nord-Sandbox', status: active }],
          },
        ],
      },
    ],
  },
  { id: 'training', name: 'Harbor-Training', status: active },
]

/** 100 groups of 49 merchants. */
export const manyNodes: readonly TreeNode[] = Array.from({ length: 100 }, (_, group) => ({
  id: `g${group}`,
  name: `Group ${group}`,
  children: Array.from({ length: 49 }, (_each, merchant) => ({
    id: `g${group}m${merchant + 1}`,
    name: `Merchant ${group}-${merchant + 1}`,
  })),
}))
