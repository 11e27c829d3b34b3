// The first step of every command of package.json and of the built programs. A Node.js that is too old ends here, with
// one sentence. Only syntax and modules that every Node.js has: an old one could not read anything else.
'use strict'

var engines = require('../package.json').engines.node

/** EX_CONFIG of sysexits.h, as in src/config/config-error.ts. */
var badConfiguration = 78

function numbersOf(version) {
  return version
    .replace(/^[^0-9]+/, '')
    .split('.')
    .map(Number)
}

function isAtLeast(version, least) {
  for (var part = 0; part < 3; part += 1) {
    if (version[part] !== least[part]) return version[part] > least[part]
  }
  return true
}

/** A range of package.json: parts such as `^20.19.0` and `>=24.11.0`, separated by `||`. */
function isInRange(version, range) {
  return range.split('||').some(function (part) {
    var least = numbersOf(part.trim())
    var isSameLine = part.trim()[0] !== '^' || version[0] === least[0]
    return isSameLine && isAtLeast(version, least)
  })
}

/** Such as "Node.js 20.19 to 20.x, 22.13 to 22.x, or 24.11 or later". */
function sentence(version, range) {
  var lines = range.split('||').map(function (part) {
    var least = numbersOf(part.trim())
    var from = least.slice(0, 2).join('.')
    return part.trim()[0] === '^' ? from + ' to ' + least[0] + '.x' : from + ' or later'
  })
  var last = lines.pop()
  return 'Parley needs Node.js ' + lines.join(', ') + ', or ' + last + '; this is ' + version + '.'
}

if (!isInRange(numbersOf(process.version), engines)) {
  console.error(sentence(process.version.slice(1), engines))
  process.exit(badConfiguration)
}
