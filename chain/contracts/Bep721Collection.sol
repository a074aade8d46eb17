// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// One collection of NFTs (BEP-721, which is ERC-721 on BNB Smart Chain). Its owner mints; what is minted belongs to its holder.
contract Bep721Collection is ERC721, Ownable {
    string private _base;

    constructor(string memory name_, string memory symbol_, address owner_, string memory base)
        ERC721(name_, symbol_)
        Ownable(owner_)
    {
        _base = base;
    }

    /// Refuses a receiver that is a contract and does not take NFTs (`onERC721Received`).
    function safeMint(address to, uint256 tokenId) external onlyOwner {
        _safeMint(to, tokenId);
    }

    function _baseURI() internal view override returns (string memory) {
        return _base;
    }
}
