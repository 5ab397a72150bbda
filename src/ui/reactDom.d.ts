/** What the web app calls of React DOM; its types also describe elements that React Native does not have. */
declare module 'react-dom' {
  export function createPortal(children: React.ReactNode, container: Element): React.ReactPortal;
}
