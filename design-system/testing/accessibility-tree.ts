/** The properties of a node in Chromium's accessibility tree that are read here. */
export interface AxNode {
  nodeId: string
  ignored?: boolean
  role?: { value?: unknown }
  name?: { value?: unknown }
  description?: { value?: unknown }
  value?: { value?: unknown }
  properties?: readonly { name: string; value: { value?: unknown } }[]
  childIds?: readonly string[]
}

/** States and relations that are announced. States of every node (focusable, editable) are not informative. */
const announcedStates = [
  'level',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'disabled',
  'readonly',
  'required',
  'invalid',
  'multiselectable',
  'modal',
  'busy',
  'live',
  'hasPopup',
  'autocomplete',
  'orientation',
  'valuemin',
  'valuemax',
  'valuetext',
  'roledescription',
  'keyshortcuts',
  'errormessage',
]
const ignoredRoles = new Set([
  'none',
  'generic',
  'RootWebArea',
  'Ignored',
  'LayoutTable',
  'LayoutTableRow',
  'LayoutTableCell',
])
const ignoredNodes = new Set(['InlineTextBox', 'LineBreak', 'ListMarker'])
const unannouncedValues: readonly unknown[] = [undefined, '', false, 'false', 'off', 'none']
/** States that are announced as `false`, too: a toggle button differs from a button. */
const announcedWhenFalse = ['checked', 'pressed', 'selected', 'expanded']

const normaliseText = (value: unknown) =>
  value === undefined || value === null ? '' : String(value).replaceAll(/\s+/g, ' ').trim()

function states(node: AxNode): string {
  const properties = new Map((node.properties ?? []).map(({ name, value }) => [name, value.value]))
  const said = announcedStates.filter(
    name =>
      properties.has(name) && (announcedWhenFalse.includes(name) || !unannouncedValues.includes(properties.get(name))),
  )
  return said
    .map(name => (properties.get(name) === true ? ` [${name}]` : ` [${name}=${normaliseText(properties.get(name))}]`))
    .join('')
}

/**
 * The tree as exposed to a screen reader, one node a line: role, name, description, value, states. Boxes without a role
 * are omitted, and so is a text that only repeats the name of its parent.
 */
export function describeTree(nodes: readonly AxNode[]): string {
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const lines: string[] = []

  function spoken(node: AxNode): string {
    if (normaliseText(node.role?.value) === 'StaticText') return normaliseText(node.name?.value)
    return (node.childIds ?? [])
      .map(id => byId.get(id))
      .map(child => (child ? spoken(child) : ''))
      .join('')
  }

  function visit(node: AxNode, depth: number): void {
    const role = normaliseText(node.role?.value)
    if (ignoredNodes.has(role)) return
    const name = normaliseText(node.name?.value)
    const children = (node.childIds ?? []).map(id => byId.get(id)).filter(child => child !== undefined)
    const transparent =
      node.ignored === true || role === '' || (ignoredRoles.has(role) && (name === '' || role === 'RootWebArea'))
    if (!transparent) {
      if (role === 'StaticText') {
        if (name !== '') lines.push(`${'  '.repeat(depth)}- text ${JSON.stringify(name)}`)
        return
      }
      const description = normaliseText(node.description?.value)
      const value = normaliseText(node.value?.value)
      lines.push(
        `${'  '.repeat(depth)}- ${role}${name === '' ? '' : ` ${JSON.stringify(name)}`}${value === '' || value === name ? '' : ` = ${JSON.stringify(value)}`}${states(node)}` +
          (description === '' ? '' : `\n${'  '.repeat(depth)}  description: ${JSON.stringify(description)}`),
      )
      const squeezed = (part: string) => part.replaceAll(/\s/g, '')
      if (name !== '' && squeezed(spoken(node)) === squeezed(name) && children.every(child => !interesting(child)))
        return
    }
    for (const child of children) visit(child, transparent ? depth : depth + 1)
  }

  /** Whether any descendant is more than text. */
  function interesting(node: AxNode): boolean {
    const role = normaliseText(node.role?.value)
    if (node.ignored !== true && role !== 'StaticText' && !ignoredNodes.has(role) && !ignoredRoles.has(role))
      return true
    return (node.childIds ?? []).map(id => byId.get(id)).some(child => child !== undefined && interesting(child))
  }

  const root = nodes.find(node => normaliseText(node.role?.value) === 'RootWebArea') ?? nodes[0]
  if (root) visit(root, 0)
  return `${lines.join('\n')}\n`
}
