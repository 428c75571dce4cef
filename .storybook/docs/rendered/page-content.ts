/** What a documentation page shows. */
export interface PageContent {
  headings: { level: number; text: string }[]
  /** The text of the page without code, tables of props and stories. */
  text: string
  /** Tables of props: of the component and of each of its parts. */
  tables: { name: string; rows: { name: string; described: boolean; text: string }[] }[]
  stories: number
  /** How far users can rely on the component: see status.ts. */
  statuses: string[]
  /** Addresses of links, and whether the page has the place that one within it leads to. */
  links: { address: string; exists: boolean }[]
  /** Pictures that could not be loaded. */
  brokenImages: string[]
  /** What the page says instead of its content. */
  exception?: string
  /** Errors in the console of the browser. */
  messages: string[]
}

/**
 * Reads the documentation page that is shown, with the table of each part. Runs in the browser: it must be complete in
 * itself. A page whose stories do not all appear is read after some seconds without them.
 */
export async function readPage(expectedStories: number): Promise<PageContent> {
  const root = document.querySelector('#storybook-docs') ?? document.body
  const nextTask = () => new Promise<void>(resolve => setTimeout(resolve, 10))
  const waitFor = async (condition: () => boolean, milliseconds: number) => {
    const end = performance.now() + milliseconds
    while (!condition() && performance.now() < end) await nextTask()
  }
  const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const exception = ['sb-show-errordisplay', 'sb-show-nopreview'].some(name => document.body.classList.contains(name))
    ? textOf(document.querySelector('#error-message')) || textOf(document.querySelector('.sb-nopreview_main'))
    : undefined
  // The blocks of a page are loaded when one is first shown, and stories that are named by it a moment later.
  const stories = () => root.querySelectorAll('.sb-story').length
  if (exception === undefined)
    await waitFor(() => root.querySelector('h1') !== null && stories() >= expectedStories, 10_000)

  const tables: PageContent['tables'] = []
  const readTable = (name: string, table: Element | null) => {
    const rows = [...(table?.querySelectorAll('.docblock-argstable-body tr') ?? [])].filter(
      row => row.querySelectorAll('td').length > 1,
    )
    tables.push({
      name,
      rows: rows.map(row => {
        const [nameCell, description] = row.querySelectorAll('td')
        // Its description, then its type.
        const blocks = [...(description?.children ?? [])].filter(block => textOf(block) !== '')
        return { name: textOf(nameCell), described: blocks.length > 1, text: textOf(row) }
      }),
    })
  }
  const tabs = [...root.querySelectorAll<HTMLElement>('[role="tab"][data-key^="prop_table"]')]
  for (const tab of tabs) {
    tab.click()
    await waitFor(
      () => tab.getAttribute('aria-selected') === 'true' && root.querySelector('.docblock-argstable') !== null,
      1000,
    )
    readTable(textOf(tab), root.querySelector('.docblock-argstable'))
  }
  // Without tabs there is one table, or one under the heading of each part.
  const partHeadings = [...root.querySelectorAll('h2')].filter(heading => textOf(heading).startsWith('Props of '))
  for (const table of tabs.length === 0 ? root.querySelectorAll('.docblock-argstable') : []) {
    const above = partHeadings.findLast(
      heading => (heading.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
    readTable(textOf(above).replace('Props of ', ''), table)
  }

  const prose = root.cloneNode(true) as Element
  for (const element of prose.querySelectorAll('style, script, svg, pre, code, aside, .docblock-argstable, .sb-story'))
    element.remove()
  return {
    headings: [...prose.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(heading => ({
      level: Number(heading.localName.slice(1)),
      text: textOf(heading),
    })),
    text: textOf(prose),
    tables,
    stories: stories(),
    statuses: [...root.querySelectorAll<HTMLElement>('[data-component-status]')]
      .filter(element => textOf(element) !== '')
      .map(({ dataset }) => dataset['componentStatus'] ?? ''),
    links: [...root.querySelectorAll('a[href]')].map(link => {
      const address = link.getAttribute('href') ?? ''
      return {
        address: address.slice(0, 200),
        exists: !address.startsWith('#') || document.getElementById(decodeURIComponent(address.slice(1))) !== null,
      }
    }),
    brokenImages: [...root.querySelectorAll('img')]
      .filter(image => image.complete && image.naturalWidth === 0)
      .map(image => image.src.slice(0, 200)),
    ...(exception === undefined ? {} : { exception: exception || 'The page shows nothing.' }),
    messages: [],
  }
}
