// Compiles a .ksy for Python: node compile.js FILE.ksy FOLDER
const fs = require('fs')
const path = require('path')
const KaitaiStructCompiler = require('kaitai-struct-compiler')
const yaml = require('js-yaml')

const [ksy, folder] = process.argv.slice(2)
KaitaiStructCompiler.compile('python', yaml.load(fs.readFileSync(ksy, 'utf8')), null, false)
  .then((files) => {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  })
  .catch((error) => {
    console.error(String(error.message || error))
    process.exit(1)
  })
