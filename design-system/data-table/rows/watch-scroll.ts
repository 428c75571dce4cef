/** Calls `read` now and whenever the element scrolls or changes its size; returns a function that ends that. */
export function watchScroll(element: HTMLElement, read: () => void): () => void {
  read()
  const observer = new ResizeObserver(read)
  observer.observe(element)
  element.addEventListener('scroll', read, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', read)
  }
}
