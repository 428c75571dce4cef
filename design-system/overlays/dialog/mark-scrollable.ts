/**
 * A body that scrolls is a tab stop, so that the keyboard can scroll it, and lies between two lines; one that fits is
 * and has neither.
 */
export function markScrollable(body: HTMLDivElement | null) {
  if (!body) return
  const update = () => {
    const scrolls = body.scrollHeight > body.clientHeight
    if (scrolls) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    body.toggleAttribute('data-scrolls', scrolls)
  }
  const observer = new ResizeObserver(update)
  observer.observe(body)
  for (const child of body.children) observer.observe(child)
  return () => observer.disconnect()
}
