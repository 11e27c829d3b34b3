// What Swagger UI shows of a request that was sent: its command without the token, and its URL with a button that copies it.

/** The value of the header is for the clipboard alone. */
const withoutToken = (command) => command.replaceAll(/(authorization: (?:bearer|basic) )[^'"]+/gi, '$1••••••••')

const isCommand = ({ className, children }) => className?.split(' ').includes('curl') && typeof children === 'string'

/** A plugin of Swagger UI. The button at the command copies the whole of it. */
export const requestCommands = ({ React }) => ({
  wrapComponents: {
    SyntaxHighlighter: (Highlighter) => (props) =>
      React.createElement(Highlighter, isCommand(props) ? { ...props, children: withoutToken(props.children) } : props),
    curl: (Curl) => (props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement(Curl, props),
        React.createElement(RequestAddress, { React, url: props.request.get('url') }),
      ),
  },
})

/** In the place of the address that Swagger UI shows, which has no button. */
function RequestAddress({ React, url }) {
  const label = 'Copy request URL'
  return React.createElement(
    'div',
    { className: 'request-address' },
    React.createElement('h4', null, 'Request URL'),
    // browsers permit it on secure pages only: elsewhere there is no button
    isSecureContext &&
      React.createElement(
        'div',
        { className: 'copy-to-clipboard' },
        React.createElement('button', {
          type: 'button',
          'aria-label': label,
          title: label,
          onClick: () => void navigator.clipboard.writeText(url),
        }),
      ),
    React.createElement('pre', { className: 'microlight' }, url),
  )
}
